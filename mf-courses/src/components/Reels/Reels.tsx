import { useState } from 'react';
import { Carousel } from 'shared-ui/Carousel';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { VideoDialog } from 'shared-ui/VideoDialog';
import type { Reels as ReelsContent } from '../../content/details';
import styles from './Reels.module.css';

export interface ReelsProps {
  reels: ReelsContent;
}

/** A carousel of short videos. The chosen video plays in a dialog; no video is fetched before. */
export function Reels({ reels }: ReelsProps) {
  const [chosen, setChosen] = useState<ReelsContent['items'][number]>();
  const video = chosen && { src: chosen.video, title: chosen.title, text: chosen.text, poster: chosen.poster.src };
  return (
    <div data-unprinted>
      <Section layout="plain" ground="ink" label="Reels" heading={reels.heading} lead={reels.text}>
        <Carousel
          label="Reels"
          names={reels.items.map(({ title }) => title)}
          variant="gallery"
          slides={reels.items.map((reel) => (
            // Without scripts the form opens the video, and the browser plays it.
            <form
              key={reel.title}
              action={reel.video}
              onSubmit={(event) => {
                event.preventDefault();
                // The carousel keeps a press from moving the focus. The dialog returns it to the last focused element.
                event.currentTarget.querySelector('button')?.focus();
                setChosen(reel);
              }}
            >
              <button type="submit" className={styles.reel} aria-label={`Play ${reel.title}`}>
                <Picture picture={reel.poster} ratio="4/5" className={styles.poster} />
                <span className={styles.foot}>
                  <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" className={styles.mark}>
                    <circle cx="24" cy="24" r="21" stroke="currentColor" strokeWidth="2" strokeDasharray="7 4" />
                    <path d="M19 15l15 9-15 9z" fill="currentColor" />
                  </svg>
                  <span className={styles.title}>{reel.title}</span>
                </span>
              </button>
            </form>
          ))}
        />
        <VideoDialog video={video} onClose={() => setChosen(undefined)} />
      </Section>
    </div>
  );
}
