/** A render that failed in a composer, or the end of a process that renders. */
export interface RenderError {
  /** Undefined for the end of a whole process. */
  path: string | undefined;
  text: string;
}

/** A fragment that was not put into a page. */
export interface FragmentError {
  fragment: string;
  path: string;
  reason: string;
}

const read = (line: string): Record<string, string | undefined> => {
  try {
    return JSON.parse(line) as Record<string, string | undefined>;
  } catch {
    return {};
  }
};

/** What a line of the composer's log says of a failed render; undefined when it is about something else. */
export const renderErrorOf = (line: string): RenderError | undefined => {
  const { event = '', reason, path } = read(line);
  return /^(render failed|guest ended)$/.test(event) ? { path, text: `${event}: ${reason}` } : undefined;
};

/** What a line of the composer's log says of a fragment that was left out; undefined when it is about something else. */
export const fragmentErrorOf = (line: string): FragmentError | undefined => {
  const { event, fragment = '', path = '', reason = '' } = read(line);
  return event === 'fragment left out' ? { fragment, path, reason } : undefined;
};

/** Whether no further try brings it: it is within itself, or too deep. */
export const isNesting = ({ reason }: FragmentError): boolean => /^deeper than|is a circle$/.test(reason);
