/** Prints an array record by record, so that a long one needs little memory: one record for each line. */
export function jsonArrayPrinter(print: (line: string) => void) {
  let empty = true;
  return {
    add: (record: unknown): void => {
      print(empty ? '[' : ',');
      empty = false;
      print(JSON.stringify(record));
    },
    end: (): void => print(empty ? '[]' : ']'),
  };
}
