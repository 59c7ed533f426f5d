import type { StandaloneFragment } from './fragment-address';

/** The answer to a request of the remote. */
export interface ScenarioAnswer {
  /** A part of the addresses to answer; the first match is taken. */
  match: string;
  /** HTTP status; default: 200. */
  status?: number;
  /** An object is sent as JSON, a string as it is. A function is called with the request's address. */
  body?: unknown | ((url: URL) => unknown);
  /** Milliseconds before the answer; `Infinity` never answers. */
  delayMs?: number;
  /** The path to which a form without scripts is redirected. */
  redirect?: string;
  /** True: the request fails as without a network. */
  offline?: boolean;
}

/** A set of answers under which QA can look at a remote. */
export interface Scenario {
  /** The name in the address: `?scenario=slow`. */
  name: string;
  /** The label in the panel. */
  title: string;
  answers: ScenarioAnswer[];
}

/** The definition of a remote's standalone page, in its `src/standalone.tsx`. */
export interface StandaloneDefinition<Of extends Scenario = Scenario> {
  name: string;
  /** Paths to choose from; the first is shown at once. */
  pages: string[];
  /** Paths with hostile content: on them the gate ignores the browser's reports, but no other fault. */
  hostilePages?: string[];
  scenarios: Of[];
  /** Fragments to choose from, each with its props. */
  fragments?: StandaloneFragment[];
  /** Called once, before the remote is loaded, to install third-party stand-ins. @param current the chosen scenario */
  prepare?(current: () => Of | undefined): void;
}
