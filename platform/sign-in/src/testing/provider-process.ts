import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, type JWK, Provider } from 'oidc-provider';
import type { ProviderCommand } from './provider';

/** A real OpenID Connect provider that signs everybody in as the account that the test names. */
const [client = '', secret = '', origin = ''] = process.argv.slice(2);

let account: Extract<ProviderCommand, { do: 'account' }>['account'];

const signingKey = (): JWK => ({
  ...(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as JWK),
  kid: randomUUID(),
  use: 'sig',
  alg: 'RS256',
});

const configuration = (): Configuration => ({
  clients: [
    {
      client_id: client,
      client_secret: secret,
      redirect_uris: [`${origin}/sign-in/callback`],
      post_logout_redirect_uris: [`${origin}/sign-in`],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
  ],
  jwks: { keys: [signingKey()] },
  cookies: { keys: ['only-for-tests'] },
  claims: { openid: ['sub', 'groups'], profile: ['name'], email: ['email'] },
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
  ttl: {
    AccessToken: 60,
    IdToken: 60,
    AuthorizationCode: 60,
    RefreshToken: 600,
    Session: 600,
    Grant: 600,
    Interaction: 60,
  },
  issueRefreshToken: async () => true,
  // Each refresh token works once.
  rotateRefreshToken: true,
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ ...account, sub: id }) }),
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId,
      accountId: oidc.session?.accountId,
    });
    grant.addOIDCScope('openid profile email offline_access');
    await grant.save();
    return grant;
  },
});

let issuer = '';
let provider: Provider;
const begin = () => {
  provider = new Provider(issuer, configuration());
};

const server = createServer(async (request, response) => {
  if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
  await provider.interactionFinished(request, response, { login: { accountId: account.sub, ts: account.saidAt } });
});
server.listen(0, '127.0.0.1', () => {
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  begin();
  process.send?.({ issuer });
});

process.on('message', (command: ProviderCommand) => {
  if (command.do === 'account') account = command.account;
  else begin();
  process.send?.({ done: command.do });
});
process.on('disconnect', () => process.exit());
