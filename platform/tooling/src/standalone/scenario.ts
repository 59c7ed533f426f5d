import type { StandaloneFragment } from './fragment-address';

/** What one call of the remote is answered with. */
export interface ScenarioAnswer {
  /** Part of the address of the calls that this answers; the first that fits is taken. */
  match: string;
  /** HTTP status; 200 when left out. */
  status?: number;
  /** An object travels as JSON, a text as it is. A function is asked with the call's address. */
  body?: unknown | ((url: URL) => unknown);
  /** Milliseconds before the answer comes; `Infinity` never answers. */
  delayMs?: number;
  /** A form without scripts is led on to this path, as by a redirect. */
  redirect?: string;
  /** True: the network is gone. */
  offline?: boolean;
}

/** A state of the world in which QA can look at a remote. */
export interface Scenario {
  /** Stands in the address: `?scenario=slow`. */
  name: string;
  /** What the panel calls it. */
  title: string;
  answers: ScenarioAnswer[];
}

/** What a remote's `src/standalone.tsx` says. */
export interface StandaloneDefinition<Of extends Scenario = Scenario> {
  name: string;
  /** Paths to choose from, the first shown at once. */
  pages: string[];
  /** Paths whose content means harm: on them the gate takes no report of the browser for a fault, but all else. */
  hostilePages?: string[];
  scenarios: Of[];
  /** Fragments to choose from, each with props to show it with. */
  fragments?: StandaloneFragment[];
  /** Called once, before the remote is loaded: puts in place what stands in for scripts of others. @param current the chosen scenario */
  prepare?(current: () => Of | undefined): void;
}
