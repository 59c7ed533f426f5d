import { useList } from '@refinedev/core';
import { counted, Failure, Screen, Time } from '@wholepage/staff-kit/browser/screen';
import { useMe } from '@wholepage/staff-kit/browser/staff';
import type { Attention } from 'api-wire/office/overview';
import { useState } from 'react';
import { Link } from 'react-router';
import { SettleDialog } from './areas/courses/RefundDialog';
import { filteredPath } from './components/FilteredList';
import { useNews } from './data/news';
import { holds } from './data/site';

function Attentions() {
  const { result, query } = useList<Attention>({ resource: 'attention', pagination: { mode: 'off' } });
  const me = useMe();
  const [settling, setSettling] = useState<{ paymentId: string; text: string }>();
  return (
    <section aria-labelledby="attention">
      <h2 id="attention">Needs somebody</h2>
      <Failure error={query.error} onRetry={() => void query.refetch()} />
      {query.isSuccess && result.data.length === 0 && (
        <p className="good">Nothing. Mails leave, payments fit, and nothing waits.</p>
      )}
      <ul className="lines">
        {result.data.map(({ name, text, raised_at: at, payment_id: paymentId, order_id: order }) => (
          <li key={name}>
            <p>{text}</p>
            <p className="hint">
              <Time at={at} />
            </p>
            {paymentId && (
              <p className="actions">
                {order && (
                  <Link className="button" to={`/orders/${order}`}>
                    Open the order
                  </Link>
                )}
                {holds(me, 'owner') && (
                  <button type="button" onClick={() => setSettling({ paymentId, text })}>
                    Settle payment {paymentId}
                  </button>
                )}
              </p>
            )}
          </li>
        ))}
      </ul>
      {settling && <SettleDialog {...settling} onClose={() => setSettling(undefined)} />}
    </section>
  );
}

const OLD_MS = 2 * 86_400_000;

function Backup() {
  const { result, query } = useList<{ made_at: string }>({ resource: 'backups', pagination: { mode: 'off' } });
  if (!query.isSuccess) return null;
  const [last] = result.data;
  return (
    <li>
      {last ? (
        <p>
          The last back-up was made <Time at={last.made_at} />.
          {query.dataUpdatedAt - Date.parse(last.made_at) > OLD_MS &&
            ' That is long ago: run npm run api -- backup FILE, and look at what should run it every night.'}
        </p>
      ) : (
        <p>No back-up has been made yet: run npm run api -- backup FILE, and keep the file on another machine.</p>
      )}
    </li>
  );
}

function Desk() {
  const unread = useNews().news?.unread;
  return (
    <section aria-labelledby="work">
      <h2 id="work">To do</h2>
      <ul className="lines">
        <li>
          <p>
            <Link to={filteredPath('enquiries', 'unread', 'true')}>
              {unread === undefined && 'Unread enquiries'}
              {unread !== undefined &&
                (unread > 0 ? counted(unread, 'unread enquiry', 'unread enquiries') : 'No unread enquiries')}
            </Link>
          </p>
        </li>
        <li>
          <p>
            <Link to={filteredPath('enquiries', 'status', 'spam')}>Look through suspected spam</Link>
          </p>
        </li>
        <Backup />
      </ul>
    </section>
  );
}

export function TodayScreen() {
  const me = useMe();
  return (
    <Screen title={`Good day, ${me.person.name}`}>
      {holds(me, 'desk') && (
        <div className="columns">
          <Desk />
          <Attentions />
        </div>
      )}
      {holds(me, 'writer') && (
        <section aria-labelledby="write">
          <h2 id="write">Write</h2>
          <p className="actions">
            <Link className="button" to="/posts/new">
              Write a post
            </Link>
            <Link className="button" to="/posts">
              See all posts
            </Link>
          </p>
        </section>
      )}
    </Screen>
  );
}
