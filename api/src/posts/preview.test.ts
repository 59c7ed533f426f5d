import { previewSlug, readPreviewSlug } from './preview';

const SECRET = 'a secret of thirty-two characters';
const POST = { id: 12, version: 3 };

test('an address of a preview names a version of a post for an hour', () => {
  const slug = previewSlug(POST, SECRET, 0);
  expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(readPreviewSlug(slug, SECRET, 3_599_999)).toEqual(POST);
  expect(readPreviewSlug(slug, SECRET, 3_600_001)).toBeUndefined();
});

test('nobody makes or changes one without the secret', () => {
  const slug = previewSlug(POST, SECRET);
  expect(readPreviewSlug(slug, 'another secret')).toBeUndefined();
  expect(readPreviewSlug(slug.replace('preview-c-3', 'preview-d-3'), SECRET)).toBeUndefined();
  expect(readPreviewSlug('preview-of-the-season', SECRET)).toBeUndefined();
});
