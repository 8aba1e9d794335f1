-- What a felt fall rests on: how hard, how far the body turned, how long it lay still; null for one that people reported.

alter table falls add column evidence jsonb;
