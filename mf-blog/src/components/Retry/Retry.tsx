import { Button } from 'shared-ui/Button';
import { blog } from '../../content/blog';

export interface RetryProps {
  /** The page's own address, asked for again when there are no scripts. */
  url: URL;
  onRetry(): void;
}

/** "Try again": loads the data again, or the whole page where no scripts run. */
export function Retry({ url, onRetry }: RetryProps) {
  return (
    <form
      action={url.pathname}
      onSubmit={(event) => {
        event.preventDefault();
        onRetry();
      }}
    >
      {Array.from(url.searchParams, ([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">{blog.states.tryAgain}</Button>
    </form>
  );
}
