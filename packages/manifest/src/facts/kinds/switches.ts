import type { ArgTemplate } from "../../agent.js";
import type { LaunchSwitch } from "../facts.js";

/** The argument of a launch switch. */
export function makeSwitch(name: LaunchSwitch): ArgTemplate {
  switch (name) {
    case "no-daemon":
      return "--no-daemon";
  }
}
