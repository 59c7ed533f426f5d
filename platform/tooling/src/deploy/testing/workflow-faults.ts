import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';

/** Prints the errors of GitHub's own workflow parser as a JSON list. A program, because its packages do not run in Jest. */
const faults = process.argv.slice(2).flatMap((file) => {
  const source = { name: basename(file), content: readFileSync(file, 'utf8') };
  return parseWorkflow(source, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message);
});
console.log(JSON.stringify(faults));
