export async function testCluster(_words: readonly string[]): Promise<void> {}
