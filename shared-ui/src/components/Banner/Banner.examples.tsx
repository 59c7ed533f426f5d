import type { Example } from '../../samples/example';
import { scene } from '../../samples/pictures';
import { Button } from '../Button/Button';
import { Banner, type BannerProps } from './Banner';

const picture = scene('hero-2', 'Cutting table with patterns and cloth');

const of = (variant: NonNullable<BannerProps['variant']>): Example => ({
  name: variant,
  render: () => (
    <Banner
      variant={variant}
      heading="Industrial & Manufacturing"
      label="Sector 01"
      text="Workwear that keeps its colour, its crease and its wearer safe through the third shift."
      picture={picture}
      action={<Button>Let's Get Started</Button>}
    />
  ),
});

export const examples: Example[] = [
  of('plain'),
  of('tall'),
  {
    name: 'tall, with a name',
    render: () => <Banner variant="tall" heading="Industrial & Manufacturing" name="Curtains" picture={picture} />,
  },
  of('split'),
  of('mirror'),
  { name: 'words alone', render: () => <Banner heading="Oops! Page Not Found" text="The thread ends here." /> },
];
