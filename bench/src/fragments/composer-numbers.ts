/** The sum of a metric of the composer over the lines that have these labels. @param origin its private one */
export async function metric(origin: string, name: string, label = ''): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(name) && line.includes(label))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
