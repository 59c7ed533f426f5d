import * as client from 'openid-client';
import type { OpenIdSettings } from '../settings';

const TIMEOUT_S = 5;
/** A provider that moved an endpoint is followed after this. */
const DISCOVERY_MS = 10 * 60_000;

/** What an identity provider says of somebody. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  name: string;
  email: string | undefined;
  groups: string[];
}

/** Tokens that outlive the request. */
export interface ProviderTokens {
  refreshToken: string | undefined;
  /** Tells the provider who signs out. */
  idToken: string | undefined;
  expiresInS: number;
}

/** What both kinds of token requests answer with. */
export type TokenResponse = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

const MOST_GROUPS = 500;
const groupsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((group) => typeof group === 'string').slice(0, MOST_GROUPS);

/** An identity provider, and this service as its client. */
export class Provider {
  private found: { metadata: Promise<client.ServerMetadata>; at: number } | undefined;

  constructor(private readonly settings: OpenIdSettings) {}

  /**
   * A configuration for one exchange. The provider's keys are fetched for each: a key that it has just started to use is
   * known at once, and sign-ins are rare.
   */
  async configuration(): Promise<client.Configuration> {
    if (!this.found || Date.now() - this.found.at > DISCOVERY_MS) {
      const metadata = this.discover();
      const found = { metadata, at: Date.now() };
      this.found = found;
      metadata.catch(() => {
        if (this.found === found) this.found = undefined;
      });
    }
    const { clientId, clientSecret, issuer } = this.settings;
    const configuration = new client.Configuration(await this.found.metadata, clientId, clientSecret);
    configuration.timeout = TIMEOUT_S;
    if (issuer.protocol === 'http:') client.allowInsecureRequests(configuration);
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  private async discover(): Promise<client.ServerMetadata> {
    const { issuer, clientId, clientSecret } = this.settings;
    const execute = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [];
    const found = await client.discovery(issuer, clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_S });
    return found.serverMetadata();
  }

  /** Who these tokens are of. Groups may stand in the ID token or in the user info. */
  async identify(
    configuration: client.Configuration,
    tokens: TokenResponse,
    known?: string,
  ): Promise<ProviderIdentity> {
    const claims = tokens.claims();
    const subject = claims?.sub ?? known;
    if (!subject) throw new Error('The provider did not say who signed in.');
    const { issuer, userinfo_endpoint: userInfo } = configuration.serverMetadata();
    const info = userInfo ? await client.fetchUserInfo(configuration, tokens.access_token, subject) : undefined;
    const all: Record<string, unknown> = { ...claims, ...info };
    const email = textOf(all['email']);
    return {
      issuer,
      subject,
      name: textOf(all['name']) ?? textOf(all['preferred_username']) ?? email ?? subject,
      email,
      groups: groupsOf(all['groups']),
    };
  }
}

/** Reads an answer of the token endpoint. @param before used for fields that the provider left out */
export const tokensOf = (response: TokenResponse, before?: ProviderTokens): ProviderTokens => ({
  refreshToken: response.refresh_token ?? before?.refreshToken,
  idToken: response.id_token ?? before?.idToken,
  expiresInS: response.expires_in ?? 300,
});
