import { Agent } from 'undici';
import { Circuit } from '../guests/pool/circuit';

const CONNECT_TIMEOUT_MS = 2_000;
/** From the last byte sent to the first of the answer, and between two parts of an answer. */
const SILENCE_LIMIT_MS = 10_000;
/** Connections to one back end: one that is slow holds no more of the composer. */
const CONNECTIONS = 64;

/** A remote's own back end. */
export interface BackEnd {
  app: string;
  origin: string;
  agent: Agent;
  /** Requests that wait for its answer. */
  underWay: number;
}

/** Back ends of remotes by name, each with its own connections and its own circuit. */
export class BackEnds {
  private readonly known: ReadonlyMap<string, BackEnd>;
  readonly circuit: Circuit;

  /** @param origins addresses by the names of the remotes, see the setting API_ORIGINS */
  constructor(origins: Readonly<Record<string, string>>, circuit = new Circuit()) {
    this.circuit = circuit;
    this.known = new Map(
      Object.entries(origins).map(([app, address]) => [
        app,
        {
          app,
          origin: new URL(address).origin,
          agent: new Agent({
            connections: CONNECTIONS,
            connect: { timeout: CONNECT_TIMEOUT_MS },
            headersTimeout: SILENCE_LIMIT_MS,
            bodyTimeout: SILENCE_LIMIT_MS,
          }),
          underWay: 0,
        },
      ]),
    );
  }

  of(app: string): BackEnd | undefined {
    return this.known.get(app);
  }

  /** The back end whose name is the first segment of this path, and the path that it knows. @param path below `/api` */
  find(path: string): { backEnd: BackEnd; path: string } | undefined {
    const [, app = ''] = path.split('/', 2);
    const backEnd = this.known.get(app);
    return backEnd && { backEnd, path: path.slice(app.length + 1) || '/' };
  }

  async close(): Promise<void> {
    await Promise.all([...this.known.values()].map(({ agent }) => agent.destroy()));
  }
}
