import type { DetailSchema } from '@wholepage/contracts/events';
import { FRAGMENT_KEY_MARK, type FragmentProps, type RenderFragment } from '@wholepage/contracts/fragment';
import { renderToString } from 'react-dom/server';
import { RemoteContext } from '../remote-context';
import { shellOnServer } from '../shell-on-server';
import type { FragmentsDefinition } from './fragment';

/** A fragment was asked for that this remote does not have, or with props that do not fit. */
export class FragmentRequestError extends Error {
  override name = 'FragmentRequestError';
}

interface RenderFragmentDefinition extends FragmentsDefinition {
  /** What each fragment's props must be: schemas of any library that speaks Standard Schema. */
  props: Readonly<Record<string, DetailSchema<FragmentProps>>>;
}

async function checked(
  schema: DetailSchema<FragmentProps> | undefined,
  props: FragmentProps,
  what: string,
): Promise<FragmentProps> {
  if (!schema) return props;
  const result = (await schema['~standard'].validate(props)) as
    | { value: FragmentProps }
    | { issues: readonly { message?: string }[] };
  if ('value' in result) return result.value;
  const [issue] = result.issues;
  throw new FragmentRequestError(`${what}: its props do not fit (${issue?.message ?? 'no reason given'})`);
}

/** The server entry of a remote's fragments: exported as `renderFragment` beside `render`. */
export function createRenderFragment({
  name: app,
  fragments,
  props: schemas,
}: RenderFragmentDefinition): RenderFragment {
  return async ({ name, props: given, url, config, cookies, fetch, signal }) => {
    const declared = fragments.find((fragment) => fragment.name === name);
    if (!declared) throw new FragmentRequestError(`${app} has no fragment "${name}"`);
    const props = await checked(schemas[name], given, `${app}/${name}`);
    const { fragment } = await declared.load();
    const loaded = await fragment.load?.({ props, url: new URL(url), config, cookies, fetch, signal });
    const data = loaded?.data ?? null;
    const html = renderToString(
      <RemoteContext.Provider value={{ config, shell: shellOnServer }}>
        <fragment.Component props={props} data={data} />
      </RemoteContext.Provider>,
      { identifierPrefix: `${FRAGMENT_KEY_MARK}-` },
    );
    return {
      html,
      data,
      status: loaded?.status ?? 200,
      ...(loaded?.maxAge !== undefined && { maxAge: loaded.maxAge }),
    };
  };
}
