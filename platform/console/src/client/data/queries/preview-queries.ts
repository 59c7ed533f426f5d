import { useQuery } from '@tanstack/react-query';
import type { PreviewSummary } from '../../../shapes';
import { get } from '../api';

export const PREVIEWS_KEY = ['previews'];

export const usePreviews = () =>
  useQuery({ queryKey: PREVIEWS_KEY, queryFn: () => get<{ previews: PreviewSummary[] }>('/api/previews') });
