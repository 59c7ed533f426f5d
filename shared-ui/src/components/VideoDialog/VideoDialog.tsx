import { Dialog } from '../Dialog/Dialog';
import styles from './VideoDialog.module.css';

export interface VideoDialogProps {
  /** The chosen video, with what it shows in words; undefined while none is, and nothing is downloaded. */
  video: { src: string; title: string; text: string; poster?: string } | undefined;
  onClose(): void;
}

/** Plays a video as soon as one is chosen. */
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
