import type { SvgNode } from '../core/svg';
import { brand, founder, group_, legacy } from './about';
import { course1, course2, course3, oneOnOne } from './courses';
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
  'course-1': course1,
  'course-2': course2,
  'course-3': course3,
  'one-on-one': oneOnOne,
};
