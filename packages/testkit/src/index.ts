export type { DevelopmentKey } from "./development-key.js";
export { developmentKey } from "./development-key.js";
export type { FakeAgentName } from "./fake-agents.js";
export { FAKE_AGENT_NAMES, fakeAgentPath, parrotPath } from "./fake-agents.js";
