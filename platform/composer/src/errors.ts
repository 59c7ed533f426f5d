/** A setting is missing or malformed. The message is one sentence that names the variable. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** A remote's server render failed. The message names the remote and what happened. */
export class RenderError extends Error {
  override name = 'RenderError';
}

/** A guest's process ended, or had to be ended, while it worked on this alone: it counts against the release. */
export class GuestEndedError extends RenderError {
  override name = 'GuestEndedError';
}

/** A release used up its own time; waits for the API and for its turn left out. It counts against the release. */
export class RenderTimeoutError extends RenderError {
  override name = 'RenderTimeoutError';
}

/** Too much is asked at once. It says nothing about the release. */
export class GuestBusyError extends RenderError {
  override name = 'GuestBusyError';
}
