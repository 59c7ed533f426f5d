/** A setting is missing or malformed. The message is one sentence that names the variable. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** A remote's server render failed. The message names the remote and what happened. */
export class RenderError extends Error {
  override name = 'RenderError';
}
