/** The signed floor: the agents every launcher starts with. Data only; importing this module reads nothing. */
export { type Floor, readFloor } from "./read-floor.js";
export { readIcon } from "./read-icon.js";
