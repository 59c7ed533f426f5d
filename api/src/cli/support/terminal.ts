/** Where a command gets its words and settings, and where it writes. */
export interface Terminal {
  /** Words after the program's name. */
  words: string[];
  env: NodeJS.ProcessEnv;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  /** Someone is watching: progress is welcome. */
  watched: boolean;
}
