/** A session of the W3C WebDriver protocol over plain HTTP. */
export interface Session {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  remove(): Promise<void>;
}

/** @throws with the protocol's error and message when a command fails */
async function command<T>(method: string, address: string, body?: unknown): Promise<T> {
  const response = await fetch(address, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}), headers: { 'Content-Type': 'application/json' } }),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value as T;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${method} ${address}: ${error}. ${message}`);
}

/** Opens a session at a driver's address. */
export async function openSession(driver: string, capabilities: object): Promise<Session> {
  const { sessionId } = await command<{ sessionId: string }>('POST', `${driver}/session`, {
    capabilities: { alwaysMatch: capabilities },
  });
  const at = `${driver}/session/${sessionId}`;
  return {
    get: (path) => command('GET', at + path),
    post: (path, body) => command('POST', at + path, body),
    remove: () => command('DELETE', at),
  };
}
