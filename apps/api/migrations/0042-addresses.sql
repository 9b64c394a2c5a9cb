-- Where people live, in the parts that a form has. The characters are theirs: none is ever made another one.

set lock_timeout = '3s';

create table addresses (
  user_id uuid primary key references users (id),
  postcode text not null check (postcode ~ '^[0-9]{7}$'),
  prefecture text not null,
  city text not null,
  town text not null,
  street text not null,
  building text,
  updated_at timestamptz not null
);
