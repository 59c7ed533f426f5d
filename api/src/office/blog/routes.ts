import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { doneSchema } from '../../../wire/office/lists';
import {
  newPostSchema,
  pictureSchema,
  postChangeSchema,
  postListQuery,
  postListSchema,
  postRevisionListSchema,
  postSchema,
  previewSchema,
} from '../../../wire/office/posts';
import type { Context } from '../../context';
import { posts } from '../../db/tables/schema';
import { RefusedError } from '../../errors';
import { keepPicture } from '../../posts/pictures/covers';
import { PictureError } from '../../posts/pictures/picture-error';
import { MOST_PICTURE_BYTES } from '../../posts/pictures/pictures';
import { previewSlug } from '../../posts/preview';
import { callerOf } from '../access/guard';
import { audit } from '../audit/audit';
import { found } from '../lists/found';
import { listPosts } from './list';
import { postOf } from './wire-of';
import { addPost, changePost, deletePost, previewPost, revisionsOf } from './write';

const config = { rights: ['writer'] as const };
const params = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
/** Longer than any post: Markdown of 200,000 characters in any script. */
const MOST_POST_BYTES = 1_000_000;

/** Posts, their pictures and their earlier versions, for writers. */
export async function postRoutes(plain: FastifyInstance, context: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { database, files, officeSecret = '' } = context;
  const { db } = database;
  const desk = { db, files };
  const read = async (id: number) => found((await db.select().from(posts).where(eq(posts.id, id)))[0]);

  app.get('/posts', { config, schema: { querystring: postListQuery, response: { 200: postListSchema } } }, (request) =>
    listPosts(db, request.query),
  );
  app.get('/posts/:id', { config, schema: { params, response: { 200: postSchema } } }, async (request) =>
    postOf(await read(request.params.id)),
  );
  app.get(
    '/posts/:id/revisions',
    { config, schema: { params, response: { 200: postRevisionListSchema } } },
    (request) => revisionsOf(db, request.params.id),
  );
  app.post(
    '/post-previews',
    { config, bodyLimit: MOST_POST_BYTES, schema: { body: newPostSchema, response: { 200: previewSchema } } },
    async (request) => ({ path: `/blog/${previewSlug(await previewPost(desk, request.body), officeSecret)}` }),
  );
  app.post(
    '/posts',
    { config, bodyLimit: MOST_POST_BYTES, schema: { body: newPostSchema, response: { 200: postSchema } } },
    (request) => addPost(desk, callerOf(request), request.body),
  );
  app.put(
    '/posts/:id',
    { config, bodyLimit: MOST_POST_BYTES, schema: { params, body: postChangeSchema, response: { 200: postSchema } } },
    (request) => {
      const { version, ...post } = request.body;
      return changePost(desk, callerOf(request), request.params.id, version, post);
    },
  );
  app.delete('/posts/:id', { config, schema: { params, response: { 200: doneSchema } } }, async (request) => {
    found((await deletePost(db, callerOf(request), request.params.id)) || undefined);
    return { done: true as const };
  });

  // A scope of its own: pictures come as they are.
  await plain.register(async (scope) => {
    scope.addContentTypeParser(
      /^image\//,
      { parseAs: 'buffer', bodyLimit: MOST_PICTURE_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope
      .withTypeProvider<ZodTypeProvider>()
      .post(
        '/post-pictures',
        { config, bodyLimit: MOST_PICTURE_BYTES, schema: { response: { 200: pictureSchema } } },
        async (request) => {
          const { body } = request;
          if (!Buffer.isBuffer(body)) throw new RefusedError(415, 'This is not a picture.');
          const picture = await keepPicture(files, 'post', body, { drawings: false }).catch((error: unknown) => {
            throw error instanceof PictureError ? new RefusedError(422, `The picture ${error.message}.`) : error;
          });
          await audit(db, callerOf(request), { area: 'blog', action: 'add picture', record: picture.path });
          return picture;
        },
      );
  });
}
