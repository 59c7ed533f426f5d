import type { SvgNode } from '../core/svg';
import { brand, founder, group_, legacy } from './about';
import { courseAcademy } from './courses/academy';
import { courseFitting } from './courses/fitting';
import { oneOnOne } from './courses/one-on-one';
import { courseOnline } from './courses/online';
import { blogBanner, contact, coursesBanner } from './pages';
import { productBanner, projectBanner, stitchCommitment, studioBanner } from './workroom';

/** Studio, story, course and page banners by file name. */
export const bannerScenes: Readonly<Record<string, () => SvgNode>> = {
  'studio-banner': studioBanner,
  'project-banner': projectBanner,
  'about-legacy': legacy,
  'about-founder': founder,
  'about-brand': brand,
  'about-group': group_,
  'product-banner': productBanner,
  'stitch-commitment': stitchCommitment,
  'contact-banner': contact,
  'blog-banner': blogBanner,
  'courses-banner': coursesBanner,
  'course-1': courseOnline,
  'course-2': courseFitting,
  'course-3': courseAcademy,
  'one-on-one': oneOnOne,
};
