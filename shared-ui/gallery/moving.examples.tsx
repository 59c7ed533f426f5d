import { useState } from 'react';
import { Accordion } from 'shared-ui/Accordion';
import { AlertDialog } from 'shared-ui/AlertDialog';
import { Banner } from 'shared-ui/Banner';
import { Button } from 'shared-ui/Button';
import { Carousel } from 'shared-ui/Carousel';
import { Dialog } from 'shared-ui/Dialog';
import { EnquiryForm } from 'shared-ui/EnquiryForm';
import { HeroCarousel } from 'shared-ui/HeroCarousel';
import { Pagination } from 'shared-ui/Pagination';
import { Picture } from 'shared-ui/Picture';
import { Skeleton } from 'shared-ui/Skeleton';
import { Spinner } from 'shared-ui/Spinner';
import { Tabs } from 'shared-ui/Tabs';
import { TestimonialCard } from 'shared-ui/TestimonialCard';
import { TextField } from 'shared-ui/TextField';
import { ThreadProgress } from 'shared-ui/ThreadProgress';
import { Toast } from 'shared-ui/Toast';
import { VideoDialog, type VideoDialogProps } from 'shared-ui/VideoDialog';
import type { Catalogue } from './samples';
import { badge, quietShell, sampleConfig, scene } from './samples';

const days = [
  {
    id: 'day-1',
    heading: 'Day 1: Personalized Consultation',
    panel: <p>Measure, colour and the life you dress for.</p>,
  },
  { id: 'day-2', heading: 'Day 2: Guided Shopping', panel: <p>Three shops, one list, nothing impulsive.</p> },
  { id: 'day-3', heading: 'Day 3: Skincare, Makeup & Confidence Training', panel: <p>In the studio, at your pace.</p> },
];

function AlertDialogDemo() {
  const [text, setText] = useState<string>();
  return (
    <>
      <Button onClick={() => setText('Please enter your phone number.')}>Show the alert</Button>
      <AlertDialog text={text} onClose={() => setText(undefined)} />
    </>
  );
}

const stay = () => undefined;

const works = [1, 2, 3, 4, 5, 6].map((number) => (
  <Picture key={number} picture={scene(`work-${number}`, `Our work, number ${number}`)} ratio="4/5" />
));

const quotes = [1, 2, 3, 4, 5, 6].map((number) => ({
  picture: badge(`testimonial-${number}`, ''),
  name: `Client ${number}`,
  role: 'Procurement, hotel group',
  text:
    number % 2
      ? 'The collars still stand after two hundred washes.'
      : 'They measured all nine hundred of us, and it shows. We reorder by letter and nothing ever comes back.',
}));

const praise = quotes.map((quote) => <TestimonialCard key={quote.name} {...quote} />);

function DialogDemo() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open the dialog</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Got an Idea? Let's Make It Happen" size="l">
        <TextField name="name" label="Name" required />
      </Dialog>
    </>
  );
}

const heroes = [1, 2, 3].map((number) => (
  <Banner
    key={number}
    variant="split"
    heading={`Cut, sewn and proven, slide ${number}`}
    picture={scene(`hero-${number}`, '')}
  />
));

const pageHref = (page: number) => `#page-${page}`;

const tabs = [
  { id: 'uniforms', label: 'Uniforms', panel: <p>Seven sectors, forty-six roles.</p> },
  { id: 'furnishings', label: 'Furnishings', panel: <p>Bed linen, curtains, blinds and bath.</p> },
  { id: 'merchandise', label: 'Merchandise', panel: <p>Packaging, embroidery, accessories, sachets.</p> },
];

function ToastDemo() {
  const [text, setText] = useState<string>();
  return (
    <>
      <Button onClick={() => setText('The brochure is on its way.')}>Show the toast</Button>
      <Toast text={text} onHide={() => setText(undefined)} />
    </>
  );
}

const reel = { src: '/pictures/reels/reel-2.mp4', title: 'A fitting', text: 'A jacket is pinned on a dress form.' };

function VideoDialogDemo() {
  const [video, setVideo] = useState<VideoDialogProps['video']>();
  return (
    <>
      <Button onClick={() => setVideo(reel)}>Play A fitting</Button>
      <VideoDialog video={video} onClose={() => setVideo(undefined)} />
    </>
  );
}

/** Components that open, turn, cover the page or show progress. */
export const MOVING: Catalogue = {
  Accordion: {
    'first open': <Accordion items={days} />,
  },
  AlertDialog: { default: <AlertDialogDemo /> },
  AlertDialogOpen: { open: <AlertDialog text="Please enter your phone number." onClose={stay} /> },
  Carousel: {
    cards: <Carousel label="Customers say" slides={praise} variant="cards" />,
    gallery: <Carousel label="Our work" slides={works} variant="gallery" />,
  },
  Dialog: { large: <DialogDemo /> },
  DialogOpen: {
    open: (
      <Dialog open onClose={stay} title="Got an Idea? Let's Make It Happen">
        <EnquiryForm form="modal" config={sampleConfig} shell={quietShell} />
      </Dialog>
    ),
  },
  HeroCarousel: { hero: <HeroCarousel label="What we do" slides={heroes} autoplay={{ delay: 2800, speed: 900 }} /> },
  Pagination: {
    few: <Pagination label="Few pages" page={1} pages={3} href={pageHref} />,
    many: <Pagination label="Many pages" page={6} pages={12} href={pageHref} />,
    last: <Pagination label="Last page" page={4} pages={4} href={pageHref} />,
  },
  Skeleton: { 'five lines': <Skeleton lines={5} /> },
  Spinner: { default: <Spinner /> },
  Tabs: {
    default: <Tabs label="What we make" tabs={tabs} />,
    'on indigo': (
      <div data-ground="indigo">
        <Tabs label="What we add" tabs={tabs.map((tab) => ({ ...tab, id: `indigo-${tab.id}` }))} />
      </div>
    ),
  },
  ThreadProgress: { busy: <ThreadProgress busy /> },
  Toast: { default: <ToastDemo />, shown: <Toast text="The brochure is on its way." onHide={stay} /> },
  VideoDialog: { default: <VideoDialogDemo /> },
  VideoDialogOpen: { open: <VideoDialog video={reel} onClose={stay} /> },
};
