import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { type JWK, Provider } from 'oidc-provider';
import { freePort, listen } from '../run/spawn';
import type { Certificate } from './service-list';

/** A person in the trial's provider. */
export interface Person {
  id: string;
  name: string;
  groups: readonly string[];
}

const signingKey = (): JWK => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: randomUUID(), use: 'sig', alg: 'RS256' };
};

/** A page of the provider: a heading, a sentence and a form. */
const page = (
  heading: string,
  sentence: string,
  form: string,
): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${heading}</title>
<style>body { font: 1rem/1.5 system-ui; max-width: 30rem; margin: 4rem auto; padding: 0 1rem }
button { font: inherit; display: block; width: 100%; margin: 1rem 0; padding: .75rem; text-align: start }</style>
<h1>${heading}</h1><p>${sentence}</p>${form}</html>`;

/** The sign-in page: a button for each person, in place of a password. */
const choice = (people: readonly Person[]): string =>
  page(
    'Who are you?',
    'This provider is for a trial on one machine: it asks for no password.',
    `<form method="post">${people
      .map(({ id, name, groups }) => `<button name="person" value="${id}">${name}: ${groups.join(', ')}</button>`)
      .join('')}</form>`,
  );

/** The sign-out page. @param form the provider's own form, with the client that requested it */
const farewell = (form: string): string =>
  page(
    'Sign out?',
    'The next sign-in, at any service of this trial, asks again who you are.',
    `${form}<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button type="submit" form="op.logoutForm">Stay signed in</button>`,
  );

async function chosen(request: IncomingMessage, people: readonly Person[]): Promise<Person | undefined> {
  const id = new URLSearchParams(await text(request)).get('person');
  return people.find((person) => person.id === id);
}

/** Starts a trial's OpenID Connect provider, real but for its passwordless sign-in. @param clients the services to sign in to */
export async function startTrialProvider(
  clients: readonly { id: string; secret: string; origin: string }[],
  people: readonly Person[],
  { chain, key }: Certificate,
) {
  const port = await freePort();
  const issuer = `https://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: clients.map(({ id, secret, origin }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: [`${origin}/sign-in/callback`],
      post_logout_redirect_uris: [`${origin}/sign-in`],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    })),
    jwks: { keys: [signingKey()] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub', 'groups'], profile: ['name'], email: ['email'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (context, form) => {
          context.body = farewell(form);
        },
      },
    },
    // The provider warns about each lifetime that is not set.
    ttl: {
      AccessToken: 300,
      IdToken: 300,
      AuthorizationCode: 60,
      RefreshToken: 43_200,
      Session: 43_200,
      Grant: 43_200,
      Interaction: 600,
    },
    issueRefreshToken: async () => true,
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => {
      const { name = id, groups = [] } = people.find((person) => person.id === id) ?? {};
      return {
        accountId: id,
        claims: async () => ({ sub: id, name, email: `${id}@example.com`, groups: [...groups] }),
      };
    },
    // Choosing a person counts as consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope('openid profile email offline_access');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const person = request.method === 'POST' ? await chosen(request, people) : undefined;
    if (person) return provider.interactionFinished(request, response, { login: { accountId: person.id } });
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(choice(people));
  };
  const server = createServer({ cert: await readFile(chain), key: await readFile(key) }, (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    interact(request, response).catch(() => response.destroy());
  });
  const { stop } = await listen(server, { port, host: 'localhost' });
  return { issuer, stop };
}
