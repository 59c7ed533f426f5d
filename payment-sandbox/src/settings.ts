export interface Settings {
  port: number;
  host: string;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  webhookUrl: string;
}

/** An invalid setting, with which the sandbox cannot start. The message is one sentence that names the variable. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Reads the settings from environment variables.
 * @throws SettingsError when one is invalid, or NODE_ENV is neither empty nor `development` or `test`.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  if (!['', 'development', 'test'].includes(env.NODE_ENV ?? '')) {
    throw new SettingsError(
      `The payment sandbox takes no real money, so it does not start with NODE_ENV=${env.NODE_ENV}: set the PAYMENT_* variables to the real provider instead.`,
    );
  }
  const port = env.PAYMENT_SANDBOX_PORT || '3200';
  if (!/^\d+$/.test(port) || Number(port) > 65_535)
    throw new SettingsError(`PAYMENT_SANDBOX_PORT is "${port}", but must be a whole number from 0 to 65535.`);
  return {
    port: Number(port),
    host: env.HOST || '127.0.0.1',
    keyId: env.PAYMENT_KEY_ID || 'rzp_test_sandbox',
    keySecret: env.PAYMENT_KEY_SECRET || 'sandbox_secret',
    webhookSecret: env.PAYMENT_WEBHOOK_SECRET || 'sandbox_webhook_secret',
    webhookUrl: `${env.API_ORIGIN?.replace(/\/+$/, '') || `http://localhost:${env.API_PORT || 3100}`}/webhooks/payment`,
  };
}
