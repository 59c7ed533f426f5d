import type { Configuration, RuleSetRule } from 'webpack';
import { remote } from '../app';
import { type BuildOptions, browserConfig, nodeConfig } from './webpack-config';

const BLOG = remote('mf-blog', 3003);
const OUT = { outDir: '/nowhere', publicPath: '/', development: true };

/** Which of React's builds and JSX runtimes a configuration takes. */
const reactOf = ({ optimization, module }: Configuration) => {
  const rules = (module?.rules ?? []) as RuleSetRule[];
  const [options] = rules.flatMap((rule) => (String(rule.loader).includes('swc-loader') ? [rule.options] : []));
  const { jsc } = options as { jsc: { transform: { react: { development: boolean } } } };
  return { build: optimization?.nodeEnv, developmentJsx: jsc.transform.react.development };
};
const both = (options: BuildOptions) => [browserConfig(BLOG, options), nodeConfig(BLOG, options)].map(reactOf);

// The shell of `npm run dev` brings the production build of React, where the JSX runtime for development throws.
test('a remote that is developed within the site takes the React of the shell', () => {
  const shells = { build: 'production', developmentJsx: false };
  expect(both(OUT)).toEqual([shells, shells]);
});

test('a remote that is developed alone has the React that says what is wrong', () => {
  const own = { build: 'development', developmentJsx: true };
  expect(both({ ...OUT, hot: true })).toEqual([own, own]);
});
