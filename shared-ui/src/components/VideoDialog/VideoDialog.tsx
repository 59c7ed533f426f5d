import { Dialog } from '../Dialog/Dialog';
import styles from './VideoDialog.module.css';

export interface VideoDialogProps {
  /** The chosen video; `text` describes it. Undefined closes the dialog, and nothing is downloaded. */
  video: { src: string; title: string; text: string; poster?: string } | undefined;
  onClose(): void;
}

/** A dialog that plays the chosen video at once. */
export function VideoDialog({ video, onClose }: VideoDialogProps) {
  return (
    <Dialog open={video !== undefined} onClose={onClose} title={video?.title ?? 'Video'} size="video">
      {/* The reels are silent: there is nothing to caption, and sound never starts by itself. */}
      {video && (
        <video
          key={video.src}
          className={styles.video}
          src={video.src}
          poster={video.poster}
          height={500}
          aria-label={video.title}
          autoPlay
          controls
          loop
          muted
          playsInline
        />
      )}
      <p className="visually-hidden">{video?.text}</p>
    </Dialog>
  );
}
