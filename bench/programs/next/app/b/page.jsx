export default function Page() {
  return (
    <main>
      <h1>B</h1>
    </main>
  );
}
