import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';

/** Prints what GitHub's own parser has against workflow files, as one JSON list. A program, for its packages know no jest. */
const faults = process.argv.slice(2).flatMap((file) => {
  const source = { name: basename(file), content: readFileSync(file, 'utf8') };
  return parseWorkflow(source, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message);
});
console.log(JSON.stringify(faults));
