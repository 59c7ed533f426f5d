/** The area of the blog: loaded when somebody first goes there. */
export { PostScreen } from './PostScreen';
export { PostsScreen } from './PostsScreen';
