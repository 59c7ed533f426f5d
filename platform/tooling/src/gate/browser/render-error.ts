/** A render that failed in a composer, or the end of a process that renders. */
export interface RenderError {
  /** Undefined for the end of a whole process. */
  path: string | undefined;
  text: string;
}

/** What a line of the composer's log tells; undefined when it is about something else. */
export const renderErrorOf = (line: string): RenderError | undefined => {
  try {
    const { event = '', reason, path } = JSON.parse(line) as Record<string, string | undefined>;
    return /^(render failed|guest ended)$/.test(event) ? { path, text: `${event}: ${reason}` } : undefined;
  } catch {
    return undefined;
  }
};
