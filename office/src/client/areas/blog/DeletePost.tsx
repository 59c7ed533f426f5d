import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '../../components/Dialog';
import { json } from '../../data/api';
import { useAct } from '../../data/use-act';

/** Deletes a post, after a second look. */
export function DeletePost({ id, title }: { id: number; title: string }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const remove = useAct({
    act: () => json('DELETE', `/office/posts/${id}`),
    done: 'The post is deleted.',
    resources: ['posts'],
  });
  return (
    <>
      <p className="actions">
        <button type="button" className="danger" onClick={() => setOpen(true)}>
          Delete this post
        </button>
      </p>
      {isOpen && (
        <Dialog
          title={`Delete “${title}”`}
          action="Delete this post"
          isDangerous
          isPending={remove.isPending}
          error={remove.error}
          onAct={() => remove.mutate(undefined, { onSuccess: () => void navigate('/posts') })}
          onClose={() => setOpen(false)}
        >
          <p>It goes with its versions and its addresses. This cannot be undone; taking it off the site can.</p>
        </Dialog>
      )}
    </>
  );
}
