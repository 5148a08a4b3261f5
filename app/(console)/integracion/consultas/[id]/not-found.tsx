export {
  QueryNotFound as default,
  queryMissingTitle as generateMetadata,
} from '@/ui/query/not-found';
