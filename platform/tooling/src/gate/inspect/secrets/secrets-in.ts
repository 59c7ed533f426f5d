/** Shapes of keys that must never ship. Public keys (`rzp_test_`, `pk_`) are none. */
const SECRETS: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN (?:RSA |EC |OPENSSH |ENCRYPTED )?PRIVATE KEY-----/],
  ['an AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})\b/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a Slack token', /\bxox[abprs]-[A-Za-z0-9-]{10,}\b/],
  ['a Stripe secret key', /\b(?:sk|rk)_live_[A-Za-z0-9]{16,}\b/],
  ['a Google API key', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['a SendGrid key', /\bSG\.[\w-]{22}\.[\w-]{43}\b/],
  [
    'an address with a password',
    /\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|smtps?):\/\/[^\s"'`/:@]+:[^\s"'`@]{4,}@/,
  ],
];

/** Settings that must never ship, and the shortest value that cannot be there by chance. */
const SECRET_SETTING = /SECRET|PASSWORD|TOKEN|PRIVATE_KEY|SIGNING_KEY|^(DATABASE|SMTP)_URL$/;
const SHORTEST = 12;

/** @param env settings under which the release was built */
export const secretsIn = (text: string, env: NodeJS.ProcessEnv = process.env): string[] => [
  ...SECRETS.filter(([, shape]) => shape.test(text)).map(([name]) => name),
  ...Object.entries(env)
    .filter(([name, value = '']) => SECRET_SETTING.test(name) && value.length >= SHORTEST && text.includes(value))
    .map(([name]) => `the value of ${name}`),
];
