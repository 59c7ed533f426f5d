import * as z from 'zod';

/** Paths are relative to the manifest. */
const filesSchema = z
  .object({ sync: z.array(z.string().max(300)).max(500), async: z.array(z.string().max(300)).max(500) })
  .default({ sync: [], async: [] });

const assetsSchema = z
  .looseObject({ js: filesSchema, css: filesSchema })
  .default({ js: { sync: [], async: [] }, css: { sync: [], async: [] } });

const fileSchema = z.looseObject({ path: z.string().max(300), name: z.string().max(300) });

/** The parts of Module Federation 2's `mf-manifest.json` that this platform reads. Bundlers write more or omit optional parts. */
export const federationManifestSchema = z.looseObject({
  id: z.string().max(100),
  name: z.string().max(100),
  metaData: z.looseObject({
    globalName: z.string().max(100),
    remoteEntry: fileSchema.extend({ type: z.string().max(40) }),
    types: z
      .looseObject({
        path: z.string().max(300),
        name: z.string().max(300),
        zip: z.string().max(300).default(''),
        api: z.string().max(300).default(''),
      })
      .optional(),
    publicPath: z.string().max(300).optional(),
  }),
  shared: z
    .array(
      z.looseObject({
        name: z.string().max(100),
        version: z.string().max(60),
        requiredVersion: z.union([z.string().max(100), z.literal(false)]).default('*'),
        assets: assetsSchema,
      }),
    )
    .max(200)
    .default([]),
  exposes: z
    .array(z.looseObject({ name: z.string().max(100), path: z.string().max(100), assets: assetsSchema }))
    .max(100),
});

export type FederationManifest = z.output<typeof federationManifestSchema>;
