import { budgetRows } from 'tooling/budgets';
import { noWords, runCommand } from 'tooling/command';
import { memoryAfterManyAddresses } from './memory';
import { throughput } from './throughput';

const MB = 1024 * 1024;

interface Line {
  what: string;
  value: string;
  budget: string;
  holds: boolean;
}

/** What a page costs the visitor and the composer. Needs `npm start` to have run once. */
async function bench(words: readonly string[]): Promise<void> {
  noWords(words);
  const lines: Line[] = [];
  const home = (await budgetRows()).filter(({ page }) => page === '/' || page === '(all)');
  for (const { page, what, bytes, budget } of home) {
    lines.push({
      what: `${what} on ${page}, brotli`,
      value: `${bytes} B`,
      budget: `≤ ${budget} B`,
      holds: bytes <= budget,
    });
  }
  console.log('Measuring throughput …');
  const rate = await throughput();
  lines.push({
    what: `composed page from cache (${rate.bytes} B)`,
    value: `${Math.round(rate.rate)} requests/s, p99 ${rate.p99} ms`,
    budget: '≥ 5000 requests/s',
    holds: rate.rate >= 5_000,
  });
  lines.push({
    what: 'bare Node server, same bytes, same run',
    value: `${Math.round(rate.bareRate)} requests/s`,
    budget: `ratio ${rate.ratio.toFixed(2)}`,
    holds: true,
  });
  console.log('Measuring memory …');
  const memory = await memoryAfterManyAddresses();
  lines.push({
    what: `composer after ${memory.addresses} addresses`,
    value: `${Math.round(memory.after / MB)} MB (at start ${Math.round(memory.before / MB)} MB)`,
    budget: '≤ 300 MB',
    holds: memory.after <= 300 * MB,
  });
  const width = Math.max(...lines.map(({ what }) => what.length));
  for (const { what, value, budget, holds } of lines) {
    console.log(`${holds ? '✓' : '✗'} ${what.padEnd(width)}  ${value.padEnd(34)}  ${budget}`);
  }
  process.exitCode = lines.every(({ holds }) => holds) ? 0 : 1;
}

await runCommand('npm run bench   measures what a page costs; run npm start once before', bench);
