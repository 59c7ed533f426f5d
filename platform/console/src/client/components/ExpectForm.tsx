import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { quoted } from '../../command';
import type { CauseDetails } from '../../observed';
import { post } from '../data/api';
import { OBSERVED_KEY } from '../data/queries/observed-queries';
import type { Me } from '../data/queries/queries';
import { Command } from './Command';
import { Time } from './Time';

/** Marks an error as expected, with a reason, or no longer. */
export function ExpectForm({ me, cause }: { me: Me; cause: CauseDetails }) {
  const { id, expected } = cause;
  const field = useId();
  const [why, setWhy] = useState('');
  const client = useQueryClient();
  const mark = useMutation({
    mutationFn: () => post(`/api/errors/${id}/expected`, { why, isExpected: !expected }, me.csrf),
    onSuccess: () => client.invalidateQueries({ queryKey: [OBSERVED_KEY] }),
  });
  const command = `npm run console -- expect ${id}${expected ? '' : ` --why ${quoted(why || 'the reason')}`}`;
  return (
    <form
      className="inline"
      onSubmit={(event) => {
        event.preventDefault();
        mark.mutate();
      }}
    >
      {expected ? (
        <p>
          Expected by {expected.by}, <Time at={expected.at} />: {expected.why}
        </p>
      ) : (
        <>
          <label htmlFor={field}>Why it is not a reason to worry</label>
          <input id={field} value={why} maxLength={500} required onChange={(event) => setWhy(event.target.value)} />
        </>
      )}
      <p className="hint">The command that does the same:</p>
      <Command text={command} />
      {mark.error && (
        <p role="alert" className="failure">
          {mark.error.message}
        </p>
      )}
      <button type="submit" disabled={mark.isPending}>
        {expected ? 'Expect this error no longer' : 'Mark this error as expected'}
      </button>
    </form>
  );
}
