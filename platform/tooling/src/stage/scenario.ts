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
  /** What the payment provider's dialog does by itself, instead of opening. */
  payment?: 'succeeds' | 'declined' | 'dismissed' | 'script-missing';
}

/** What a remote's `src/standalone.tsx` says. */
export interface StandaloneDefinition {
  name: string;
  /** Paths to choose from, the first shown at once. */
  pages: string[];
  scenarios: Scenario[];
}
