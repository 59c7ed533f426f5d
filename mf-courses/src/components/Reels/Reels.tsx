import { useState } from 'react';
import { Carousel } from 'shared-ui/Carousel';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { VideoDialog } from 'shared-ui/VideoDialog';
import type { Reels as ReelsContent } from '../../content/details';
import styles from './Reels.module.css';

type Reel = ReelsContent['items'][number];

export interface ReelsProps {
  reels: ReelsContent;
}

/** A carousel of short videos; the one that is chosen plays over the page. Nothing is fetched before that. */
export function Reels({ reels }: ReelsProps) {
  const [chosen, setChosen] = useState<Reel>();
  const video = chosen && { src: chosen.video, title: chosen.title, poster: chosen.poster.src };
  return (
    <div data-unprinted>
      <Section layout="plain" ground="ink" label="Reels" heading={reels.heading} lead={reels.text}>
        <Carousel
          label="Reels"
          names={reels.items.map(({ title }) => title)}
          variant="gallery"
          slides={reels.items.map((reel) => (
            <button
              key={reel.title}
              type="button"
              className={styles.reel}
              aria-label={`Play ${reel.title}`}
              onClick={({ currentTarget }) => {
                // The carousel keeps a press from moving the focus, and the dialog gives it back to whoever had it.
                currentTarget.focus();
                setChosen(reel);
              }}
            >
              <Picture picture={reel.poster} ratio="4/5" className={styles.poster} />
              <span className={styles.foot}>
                <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" className={styles.mark}>
                  <circle cx="24" cy="24" r="21" stroke="currentColor" strokeWidth="2" strokeDasharray="7 4" />
                  <path d="M19 15l15 9-15 9z" fill="currentColor" />
                </svg>
                <span className={styles.title}>{reel.title}</span>
              </span>
            </button>
          ))}
        />
        <VideoDialog video={video} onClose={() => setChosen(undefined)} />
      </Section>
    </div>
  );
}
