import Link from 'next/link';

export default function Page() {
  return (
    <main>
      <h1>Hello</h1>
      <Link href="/b">b</Link>
    </main>
  );
}
