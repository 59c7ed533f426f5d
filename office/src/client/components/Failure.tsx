/** What did not work, in a sentence, and how to try again. */
export function Failure({ error, onRetry }: { error: Error | null | undefined; onRetry?(): void }) {
  if (!error) return null;
  return (
    <div className="notice" data-kind="bad" role="alert">
      <p>{error.message}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
