-- Written by `npm run gen` from packages/contract/src/wire/rights.ts.

-- Whether staff may be of this type.
create or replace function public.is_employee_type(p_type text) returns boolean
language sql immutable parallel safe as $$
  select p_type in ('register', 'manager', 'accounting', 'kyc_reviewer', 'owner');
$$;

-- Whether staff of this type hold a right. It stands in for its row wherever it is asked with a right by name.
create or replace function public.holds(p_type text, p_right text) returns boolean
language sql immutable parallel safe as $$
  select case p_right
    when 'sell' then p_type in ('register', 'manager')
    when 'sales.read' then p_type in ('register', 'manager', 'accounting', 'owner')
    when 'later.collect' then p_type in ('register', 'manager')
    when 'charge.take' then p_type in ('register', 'manager')
    when 'cash.move' then p_type in ('register', 'manager')
    when 'report.x' then p_type in ('register', 'manager', 'owner')
    when 'close' then p_type in ('register', 'manager', 'owner')
    when 'stock.read' then p_type in ('register', 'manager', 'owner')
    when 'stock.receive' then p_type in ('register', 'manager', 'owner')
    when 'discount' then p_type in ('register', 'manager', 'owner')
    when 'refund' then p_type in ('register', 'manager', 'owner')
    when 'void' then p_type in ('register', 'manager', 'owner')
    when 'correct' then p_type in ('manager', 'owner')
    when 'reopen' then p_type in ('manager', 'owner')
    when 'points.grant' then p_type in ('register', 'manager', 'owner')
    when 'later.limit' then p_type in ('manager', 'accounting', 'owner')
    when 'stock.adjust' then p_type in ('register', 'manager', 'owner')
    when 'stock.count' then p_type in ('manager', 'owner')
    when 'close.difference' then p_type in ('register', 'manager', 'owner')
    when 'buyback' then p_type in ('manager', 'owner')
    when 'customer.read' then p_type in ('manager', 'owner')
    when 'reports.read' then p_type in ('manager', 'accounting', 'owner')
    when 'campaigns.read' then p_type in ('manager', 'owner')
    when 'contacts' then p_type in ('manager', 'owner')
    when 'staff.read' then p_type in ('manager', 'accounting', 'owner')
    when 'staff' then p_type in ('manager', 'owner')
    when 'log.read' then p_type in ('manager', 'owner')
    when 'approve' then p_type in ('manager', 'accounting', 'owner')
    when 'later.write_off' then p_type in ('accounting', 'owner')
    when 'payout' then p_type in ('accounting', 'owner')
    when 'prepaid' then p_type in ('accounting', 'owner')
    when 'rank.agree' then p_type in ('accounting', 'owner')
    when 'kyc.review' then p_type in ('kyc_reviewer', 'owner')
    when 'campaigns' then p_type in ('owner')
    when 'levels' then p_type in ('owner')
    when 'banners' then p_type in ('owner')
    when 'settings' then p_type in ('owner')
    when 'anyone' then p_type in ('register', 'manager', 'accounting', 'kyc_reviewer', 'owner')
    when 'session.own' then p_type in ('register', 'manager', 'accounting', 'kyc_reviewer', 'owner')
    when 'account.own' then p_type in ('register', 'manager', 'accounting', 'kyc_reviewer', 'owner')
    when 'member.lookup' then p_type in ('owner')
    when 'counter' then p_type in ('register', 'manager', 'owner')
    when 'receipt.read' then p_type in ('register', 'manager', 'owner')
    when 'receipt.send' then p_type in ('register', 'manager', 'owner')
    when 'transaction.read' then p_type in ('register', 'manager', 'accounting', 'owner')
    when 'statement.read' then p_type in ('accounting', 'owner')
    when 'work' then p_type in ('register', 'manager', 'accounting', 'kyc_reviewer', 'owner')
    when 'approve.ask' then p_type in ('register', 'manager', 'accounting', 'owner')
    when 'approve.floor' then p_type in ('manager', 'owner')
    when 'refund.large' then p_type in ('manager', 'owner')
    when 'shop.own' then p_type in ('register', 'manager')
    when 'shops.act' then p_type in ('owner')
    when 'shops.read' then p_type in ('accounting', 'owner')
    when 'stores' then p_type in ('owner')
    when 'devices' then p_type in ('manager', 'owner')
    when 'counter.members' then p_type in ('register', 'manager', 'owner')
    when 'day.read' then p_type in ('register', 'manager', 'accounting', 'owner')
    when 'cash.suspect' then p_type in ('manager')
    when 'later.serve' then p_type in ('register', 'manager', 'accounting', 'owner')
    when 'later.bank' then p_type in ('accounting', 'owner')
    when 'customer.keep' then p_type in ('manager', 'owner')
    when 'kyc.visit' then p_type in ('manager')
    when 'buyback.make' then p_type in ('manager')
    when 'buyback.read' then p_type in ('manager', 'accounting', 'owner')
    when 'catalogue.read' then p_type in ('register', 'manager', 'owner')
    when 'catalogue' then p_type in ('owner')
    when 'catalogue.photo' then p_type in ('manager', 'owner')
    when 'silver.set' then p_type in ('manager', 'owner')
    when 'rank.give' then p_type in ('owner')
    when 'affiliates.read' then p_type in ('accounting', 'owner')
    when 'affiliates' then p_type in ('owner')
    when 'cashout' then p_type in ('accounting', 'owner')
    when 'cashout.approve' then p_type in ('owner')
    when 'books.read' then p_type in ('accounting', 'owner')
    when 'schedules.read' then p_type in ('accounting', 'owner')
    when 'books.lift' then p_type in ('owner')
    when 'legal.propose' then p_type in ('owner')
    when 'legal.agree' then p_type in ('accounting', 'owner')
    when 'settings.read' then p_type in ('manager', 'accounting', 'owner')
    when 'settings.agree' then p_type in ('accounting', 'owner')
    else false
  end;
$$;

-- All rights of staff of this type, as rules of access read them; none where it is no type of staff.
create or replace function public.rights_of(p_type text) returns text[]
language sql immutable parallel safe as $$
  select case p_type
    when 'register' then '{sell,sales.read,later.collect,charge.take,cash.move,report.x,close,stock.read,stock.receive,discount,refund,void,points.grant,stock.adjust,close.difference,anyone,session.own,account.own,counter,receipt.read,receipt.send,transaction.read,work,approve.ask,shop.own,counter.members,day.read,later.serve,catalogue.read}'::text[]
    when 'manager' then '{sell,sales.read,later.collect,charge.take,cash.move,report.x,close,stock.read,stock.receive,discount,refund,void,correct,reopen,points.grant,later.limit,stock.adjust,stock.count,close.difference,buyback,customer.read,reports.read,campaigns.read,contacts,staff.read,staff,log.read,approve,anyone,session.own,account.own,counter,receipt.read,receipt.send,transaction.read,work,approve.ask,approve.floor,refund.large,shop.own,devices,counter.members,day.read,cash.suspect,later.serve,customer.keep,kyc.visit,buyback.make,buyback.read,catalogue.read,catalogue.photo,silver.set,settings.read}'::text[]
    when 'accounting' then '{sales.read,later.limit,reports.read,staff.read,approve,later.write_off,payout,prepaid,rank.agree,anyone,session.own,account.own,transaction.read,statement.read,work,approve.ask,shops.read,day.read,later.serve,later.bank,buyback.read,affiliates.read,cashout,books.read,schedules.read,legal.agree,settings.read,settings.agree}'::text[]
    when 'kyc_reviewer' then '{kyc.review,anyone,session.own,account.own,work}'::text[]
    when 'owner' then '{sales.read,report.x,close,stock.read,stock.receive,discount,refund,void,correct,reopen,points.grant,later.limit,stock.adjust,stock.count,close.difference,buyback,customer.read,reports.read,campaigns.read,contacts,staff.read,staff,log.read,approve,later.write_off,payout,prepaid,rank.agree,kyc.review,campaigns,levels,banners,settings,anyone,session.own,account.own,member.lookup,counter,receipt.read,receipt.send,transaction.read,statement.read,work,approve.ask,approve.floor,refund.large,shops.act,shops.read,stores,devices,counter.members,day.read,later.serve,later.bank,customer.keep,buyback.read,catalogue.read,catalogue,catalogue.photo,silver.set,rank.give,affiliates.read,affiliates,cashout,cashout.approve,books.read,schedules.read,books.lift,legal.propose,legal.agree,settings.read,settings.agree}'::text[]
    else '{}'
  end;
$$;

-- The setting that says up to which amount staff of this type do it by themselves; null where none does.
create or replace function public.ceiling(p_type text, p_right text) returns text
language sql immutable parallel safe as $$
  select case p_right
    when 'discount' then case p_type when 'register' then 'discount.register_max' end
    when 'refund' then case p_type when 'register' then 'refund.register_max' end
    when 'void' then case p_type when 'register' then 'refund.register_max' end
    when 'points.grant' then case p_type when 'register' then 'points.register_max' when 'manager' then 'points.manager_max' end
    when 'points.grant.day' then case p_type when 'register' then 'points.register_day_max' when 'manager' then 'points.manager_day_max' end
    when 'later.limit' then case p_type when 'manager' then 'deferred.limit' end
    when 'stock.adjust' then case p_type when 'register' then 'stock.register_adjust_max' end
    when 'close.difference' then case p_type when 'register' then 'close.difference_max' when 'manager' then 'close.difference_max' end
  end;
$$;
