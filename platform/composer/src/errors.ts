/** A setting is missing or malformed. The message is one sentence that names the variable. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** A remote's server render failed. The message names the remote and what happened. */
export class RenderError extends Error {
  override name = 'RenderError';
}

/** A guest's process ended, or was ended, while it worked on this task alone. Counts against the release. */
export class GuestEndedError extends RenderError {
  override name = 'GuestEndedError';
}

/** A release used up its own time, without waits for the API or its turn. Counts against the release. */
export class RenderTimeoutError extends RenderError {
  override name = 'RenderTimeoutError';
}

/** Too many tasks at once. Says nothing about the release. */
export class GuestBusyError extends RenderError {
  override name = 'GuestBusyError';
}
