import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { LOOKUPS } from '@/lib/contract/lookups';
import { instant } from './columns';
