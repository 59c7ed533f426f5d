import { useId } from 'react';
import { Failure } from '../../components/Failure';
import { useMe } from '../../data/me';
import { useAct } from '../../data/use-act';
import { sendPicture } from './PictureDialog';

/** The picture that stands above a post and in lists. */
export function CoverField({ path, onChange }: { path: string | null; onChange(path: string | null): void }) {
  const id = useId();
  const { siteOrigin } = useMe();
  const send = useAct({ act: sendPicture });
  return (
    <div className="field">
      <label htmlFor={id}>Cover</label>
      {path && <img className="cover" src={`${siteOrigin}/api${path}`} alt="The cover as it is now" />}
      <input
        id={id}
        type="file"
        accept="image/*"
        disabled={send.isPending}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) send.mutate(file, { onSuccess: (picture) => onChange(picture.path) });
        }}
      />
      {path && (
        <button type="button" className="quiet" onClick={() => onChange(null)}>
          Remove the cover
        </button>
      )}
      <Failure error={send.error} />
    </div>
  );
}
