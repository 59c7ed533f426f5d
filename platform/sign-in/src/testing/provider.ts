import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A person whom the provider vouches for. */
interface Account {
  sub: string;
  name: string;
  email: string;
  groups: string[];
  /** Time at which they signed in there, in seconds since 1970. Default: now. */
  saidAt?: number;
}

export type ProviderCommand = { do: 'account'; account: Account } | { do: 'rotate' };

/** A real OpenID Connect provider in its own process; it asks for no password. */
export interface TestProvider {
  issuer: string;
  /** Sets the account that signs in next, and its claims from now on. */
  setAccount(account: Account): Promise<void>;
  /** Signs with a new key, and forgets the old one. */
  rotateKeys(): Promise<void>;
  close(): Promise<void>;
}

/** @param origin the origin of the service that is its client */
export async function startProvider(client: string, secret: string, origin: string): Promise<TestProvider> {
  const program = fileURLToPath(new URL('./provider-process.ts', import.meta.url));
  const child = fork(program, [client, secret, origin], {
    execArgv: ['--import', 'tsx/esm'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [{ issuer }] = (await once(child, 'message')) as [{ issuer: string }];
  const command = async (message: ProviderCommand) => {
    const done = once(child, 'message');
    child.send(message);
    await done;
  };
  return {
    issuer,
    setAccount: (account) => command({ do: 'account', account }),
    rotateKeys: () => command({ do: 'rotate' }),
    close: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
