import { copyText } from '@wholepage/staff-kit/copy-text';
import { useState } from 'react';
import { Failure } from '../../../components/Failure';
import { SelectField } from '../../../components/fields/SelectField';
import { TextField } from '../../../components/fields/TextField';
import { json } from '../../../data/api';
import { useAct } from '../../../data/use-act';
import { RIGHTS } from './person';

/** Makes a link that lets somebody in. */
export function Invite() {
  const [name, setName] = useState('');
  const [right, setRight] = useState('desk');
  const invite = useAct({ act: () => json<{ link: string }>('POST', '/sign-in/people/invite', { name, right }) });
  return (
    <form
      className="sheet"
      onSubmit={(event) => {
        event.preventDefault();
        if (!invite.isPending) invite.mutate();
      }}
    >
      <h2>Invite somebody</h2>
      <TextField label="Name" value={name} required maxLength={100} onChange={setName} />
      <SelectField label="Right" value={right} options={RIGHTS} onChange={setRight} />
      <Failure error={invite.error} />
      <button type="submit" className="primary" disabled={invite.isPending}>
        Invite {name || 'somebody'}
      </button>
      {invite.data && (
        <div role="status">
          <p>This link signs {name} in once, within 15 minutes. Nobody can see it again.</p>
          <p>
            <code>{invite.data.link}</code>
          </p>
          <button type="button" onClick={() => void copyText(invite.data.link)}>
            Copy the link
          </button>
        </div>
      )}
    </form>
  );
}
